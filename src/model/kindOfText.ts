/**
 * A text without its figures, by which two texts of the same kind are known: prices and amounts differ from one to the next. How many
 * more were like it is no part of the kind.
 */
export function kindOfText(text: string): string {
  return text.replace(/ \(\d+ more like it within [^()]*\)$/, '').replace(/\d[\d.,]*/g, '#');
}
