import type { JSX } from 'preact';

/** A choice of a few, side by side. The keys 1 to 5 choose in the first one of a page. */
export function Seg<T extends string>({
  name,
  options,
  value,
  onChange,
}: {
  readonly name: string;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}): JSX.Element {
  return (
    <div class="seg" role="group" aria-label={name}>
      {options.map(([option, text]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {text}
        </button>
      ))}
    </div>
  );
}
