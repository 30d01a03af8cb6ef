const PREFIX = 'schedule/';

/** The person as whom a schedule asks for moves. Policies name it like any other; no command can ask in its name. */
export function automaticPerson(schedule: string): string {
  return `${PREFIX}${schedule}`;
}

/** Whether it is a schedule that asks. It signs nothing: only the treasury's own process asks as it. */
export function isAutomatic(person: string): boolean {
  return person.startsWith(PREFIX);
}
