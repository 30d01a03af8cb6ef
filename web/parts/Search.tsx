import type { JSX } from 'preact';

/** What the table below it shows; `/` goes there. */
export function Search({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }): JSX.Element {
  return (
    <input
      type="search"
      class="search"
      placeholder="Search  /"
      aria-label="Search in the rows below"
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
