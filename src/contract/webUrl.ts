import { z } from 'zod';

/** An address that can be called: `https://` or `http://`, a host, and no blanks. */
export const webUrl = z.string().refine(isWebUrl, 'expected a URL, like https://shop.example/notify').meta({ wire: 'text' });

export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text);
}
