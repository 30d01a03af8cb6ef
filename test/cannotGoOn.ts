/** What a run of a command for developers stands on does not work. The message says it, and the command ends with 1. */
export class CannotGoOn extends Error {}
