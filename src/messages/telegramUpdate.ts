import { z } from 'zod';

const id = z.union([z.int(), z.string()]).transform(String);
const chat = z.object({ id });
const from = z.object({ id, is_bot: z.boolean() });

/** What somebody has done in a chat, as far as it is looked at (Bot API, Update). */
export const telegramUpdate = z.object({
  update_id: z.int(),
  message: z
    .object({ date: z.int(), chat, from: from.optional(), text: z.string().max(5000).optional() })
    .optional()
    .catch(undefined),
  callback_query: z
    .object({ id: z.string(), from, message: z.object({ chat }).optional(), data: z.string().max(100).optional() })
    .optional()
    .catch(undefined),
});

export type TelegramUpdate = z.output<typeof telegramUpdate>;
