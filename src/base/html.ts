/** A piece of markup, as opposed to text that still has to be escaped. */
export interface Html {
  readonly html: string;
}

/** Markup with every value escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly (Html | readonly Html[] | string | undefined)[]): Html {
  return { html: parts.map((part, at) => part + (at < values.length ? markup(values[at]) : '')).join('') };
}

function markup(value: Html | readonly Html[] | string | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  return 'html' in value ? value.html : value.map((piece) => piece.html).join('');
}
