/** The lines that differ between two texts, with - and + before them. An edit changes a line or adds one. */
export function lineDifference(before: string, after: string): string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const lines: string[] = [];
  for (let i = 0, k = 0; i < old.length || k < fresh.length;) {
    if (old[i] === fresh[k]) {
      i++;
      k++;
    } else if (fresh[k + 1] === old[i] && fresh.length - k > old.length - i) lines.push(`+${fresh[k++]!}`);
    else {
      if (i < old.length) lines.push(`-${old[i++]!}`);
      if (k < fresh.length) lines.push(`+${fresh[k++]!}`);
    }
  }
  return lines;
}
