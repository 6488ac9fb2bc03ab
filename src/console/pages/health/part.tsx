import type { ComponentChildren } from 'preact';
import { Bar } from '../../kit/bar.js';
import { Icon, type IconName } from '../../kit/icon.js';

interface PartProps {
  icon: IconName;
  title: string;
  children: ComponentChildren;
}

/** One of the columns of the page. */
export const Part = ({ icon, title, children }: PartProps) => (
  <section class="frame" aria-label={title}>
    <h2>
      <Icon name={icon} />
      {title}
    </h2>
    <dl class="facts">{children}</dl>
  </section>
);

export type Mark = 'good' | 'warn' | 'bad' | 'off';

interface LineProps {
  name: string;
  /** The colour of the dot before the words. */
  mark?: Mark | undefined;
  /** Shown as a bar below: from 0 to 1. */
  share?: number;
  children: ComponentChildren;
}

/** One fact, in words; a dot has the colour of its state. */
export const Line = ({ name, mark, share, children }: LineProps) => (
  <>
    <dt>{name}</dt>
    <dd>
      {mark && <span class={`dot ${mark}`} />}
      {children}
    </dd>
    {share !== undefined && (
      <dd class="wide">
        <Bar parts={[share]} {...(mark === 'bad' && { kind: 'bad' as const })} />
      </dd>
    )}
  </>
);
