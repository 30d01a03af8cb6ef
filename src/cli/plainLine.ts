/** A text on one line and without control characters, since a venue's text must not control a terminal. */
export function plainLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to be kept out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, ' ');
}
