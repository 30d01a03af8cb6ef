/** A text without its figures, by which two texts of the same kind are known: prices and amounts differ from one to the next. */
export function kindOfText(text: string): string {
  return text.replace(/\d[\d.,]*/g, '#');
}
