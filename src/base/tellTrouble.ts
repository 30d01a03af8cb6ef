/**
 * Tells people what is wrong. `about`: what it is that is wrong, for as long as that lasts; then each message takes the place of the one before
 * it. With `isOver` the message says that it is right again.
 */
export type TellTrouble = (message: string, about?: string, isOver?: boolean) => void;
