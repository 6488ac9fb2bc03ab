import type { Shares } from './use-nulls.js';

const [width, height] = [36, 16];
/** A larger share of rows without a value deserves a look. */
const high = 0.2;

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** @returns as in "3%"; a share that is not 0 is not shown as 0 */
const shareText = (share: number) =>
  share > 0 && share < 0.005 ? `<${percent.format(0.01)}` : percent.format(share);

/** The share of rows that have no value in a column, and how it changed. */
export function NullShare({ shares }: { shares: Shares }) {
  const last = shares.at(-1);
  if (last === undefined) return null;
  return (
    <span class="row one push nulls">
      {shares.length > 1 && <Spark shares={shares} />}
      <span class={last > high ? 'warn' : 'soft'}>{shareText(last)}</span>
    </span>
  );
}

function Spark({ shares }: { shares: Shares }) {
  const most = Math.max(...shares);
  const step = width / (shares.length - 1);
  const line = shares
    .map((share, index) => `${(index * step).toFixed(1)} ${(15 - (most && share / most) * 13).toFixed(1)}`)
    .join('L');
  const label = `from ${shareText(shares[0]!)} to ${shareText(shares.at(-1)!)}, at most ${shareText(most)}`;
  return (
    <svg class="spark" width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      <path class="area" d={`M${line}V${height}H0z`} />
      <path d={`M${line}`} />
    </svg>
  );
}
