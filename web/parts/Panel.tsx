import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Badge } from './Badge.tsx';
import { Command } from './Command.tsx';

interface PanelProps {
  readonly title: string;
  /** How many of twelve columns, and more class names. */
  readonly class?: string;
  readonly command?: string;
  /** Whether all that it shows is older than it should be. It then looks as everything does without contact. */
  readonly isOld?: boolean;
  /** Beside the title. */
  readonly end?: ComponentChildren;
  readonly footer?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page with its title, and its command to copy. */
export function Panel({ title, class: names = 'c12', command, isOld = false, end, footer, children }: PanelProps): JSX.Element {
  const id = useId();
  return (
    <section class={isOld ? `panel past ${names}` : `panel ${names}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {isOld && (
          <Badge kind="call" sign="▲">
            old
          </Badge>
        )}
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
