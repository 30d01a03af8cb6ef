import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Command } from './Command.tsx';

interface PanelProps {
  readonly title: string;
  /** How many of twelve columns, and more class names. */
  readonly class?: string;
  readonly command?: string;
  /** Beside the title. */
  readonly end?: ComponentChildren;
  readonly footer?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page with its title, and its command to copy. */
export function Panel({ title, class: names = 'c12', command, end, footer, children }: PanelProps): JSX.Element {
  const id = useId();
  return (
    <section class={`panel ${names}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <div class="end">
          {end}
          {command !== undefined && <Command text={command} />}
        </div>
      </header>
      {children}
      {footer !== undefined && <footer>{footer}</footer>}
    </section>
  );
}
