import { IconButton } from '../../kit/button.js';
import { Icon } from '../../kit/icon.js';
import type { Direction } from './walk.js';

interface ViewProps {
  isGraph: boolean;
  onChange(isGraph: boolean): void;
}

/** Chooses whether the graph is shown above the list. */
export const View = ({ isGraph, onChange }: ViewProps) => (
  <div class="seg" role="group" aria-label="Show as">
    <button type="button" aria-pressed={isGraph} onClick={() => onChange(true)}>
      <Icon name="lineage" />
      Graph
    </button>
    <button type="button" aria-pressed={!isGraph} onClick={() => onChange(false)}>
      <Icon name="menu" />
      List
    </button>
  </div>
);

interface StepsProps {
  direction: Direction;
  value: number;
  onChange(steps: number): void;
}

/** Chooses how many steps of a direction are drawn. */
export const Steps = ({ direction, value, onChange }: StepsProps) => (
  <select
    class="input auto"
    aria-label={direction === 'upstream' ? 'Upstream' : 'Downstream'}
    value={value}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  >
    {[1, 2, 3, 5, 10].map((steps) => (
      <option key={steps} value={steps}>
        {direction === 'upstream' ? 'Upstream' : 'Downstream'} {steps}
      </option>
    ))}
  </select>
);

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

interface ZoomProps {
  value: number | null;
  onChange(value: number | null): void;
}

/** Chooses the size of the graph. */
export function Zoom({ value, onChange }: ZoomProps) {
  const at = zooms.indexOf((value ?? 1) as (typeof zooms)[number]);
  const go = (by: number) => onChange(zooms[Math.max(0, Math.min(zooms.length - 1, at + by))]!);
  return (
    <span class="row one tight wide-only">
      <IconButton icon="minus" label="Smaller" onClick={() => go(-1)} />
      <span class="small soft num">{value === null ? 'Fit' : `${value * 100} %`}</span>
      <IconButton icon="plus" label="Larger" onClick={() => go(1)} />
      <IconButton icon="fit" label="Fit to the window" onClick={() => onChange(null)} />
    </span>
  );
}
