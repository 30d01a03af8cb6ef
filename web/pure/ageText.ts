/** An age as people read it: `0.4 s`, `41 min`, `3 h 20 min`, `3 d 04 h`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 20) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`;
  if (seconds < 120) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${twoDigits(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} d ${twoDigits(hours % 24)} h`;
}

/** A span between two things that happened: `12 ms`, from a second on like an age. */
export function spanText(ms: number): string {
  return ms < 1000 ? `${Math.round(Math.max(0, ms))} ms` : ageText(ms);
}

/** The time of day in UTC: `14:08:23`. */
export function timeText(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}

/** The time in UTC, with its day when that is another one than today's: `21 Nov 16:20:05`. */
export function momentText(at: number, now: number): string {
  const date = new Date(at);
  const isToday = date.toISOString().slice(0, 10) === new Date(now).toISOString().slice(0, 10);
  return isToday ? timeText(at) : `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]!} ${timeText(at)}`;
}

/** A time of any day in UTC, with its day: `2026-11-21 16:20:05`. */
export function dayTimeText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
