import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useQuery } from '../../../api/use-query.js';
import { Chips } from '../../../kit/chips.js';
import { Loaded } from '../../../kit/loaded.js';
import { dayMs } from '../../../model/days.js';
import { bytesText, countText } from '../../../model/numbers.js';
import type { PartProps } from '../part.js';
import { fillBuckets, sortKinds } from './buckets.js';
import { BarChart, LineChart } from './charts.js';
import { maxEvents, type Operation, type Profile, profilesOf } from './request.js';
import { OperationTable, ProfileTable } from './tables.js';
import './profiles.css';

const ranges = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['0', 'All'],
] as const;
type Days = (typeof ranges)[number][0];

/** How large a dataset was, and what was done with it, over time. */
export function ProfilesPart({ entity: { urn } }: PartProps) {
  const days = useSignal<Days>('365');
  const variables = useMemo(
    () => ({
      urn,
      start: days.value === '0' ? null : Date.now() - Number(days.value) * dayMs,
      limit: maxEvents,
    }),
    [urn, days.value],
  );
  const query = useQuery(profilesOf, variables);
  return (
    <section class="stack">
      <Chips<Days>
        label="Period"
        options={ranges}
        value={days.value}
        onChange={(value) => {
          days.value = value;
        }}
      />
      <Loaded query={query} label="Profiles and operations">
        {({ dataset }) => (
          <>
            <Profiles profiles={dataset?.datasetProfiles ?? []} />
            <Operations operations={dataset?.operations ?? []} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Profiles({ profiles }: { profiles: readonly Profile[] }) {
  // Profiles of partitions say nothing about the whole, unless there are no others.
  const ofAll = profiles.filter(({ partitionSpec }) => partitionSpec?.type !== 'PARTITION');
  const shown = ofAll.length > 0 ? ofAll : profiles;
  const readPoints = (value: (profile: Profile) => number | null) =>
    shown
      .flatMap((profile) => {
        const found = value(profile);
        return found === null ? [] : [{ ms: profile.timestampMillis, value: found }];
      })
      .reverse();
  return (
    <section class="stack">
      <h2>Profiles</h2>
      {shown.length === 0 && <p class="soft">No profiles in this period. Try a longer one.</p>}
      <div class="charts">
        <LineChart title="Rows" points={readPoints(({ rowCount }) => rowCount)} text={countText} />
        <LineChart title="Size" points={readPoints(({ sizeInBytes }) => sizeInBytes)} text={bytesText} />
      </div>
      {shown.length > 0 && <ProfileTable profiles={shown} />}
      <Cut count={profiles.length} />
    </section>
  );
}

function Operations({ operations }: { operations: readonly Operation[] }) {
  const { buckets, size } = fillBuckets(operations);
  const kinds = sortKinds(buckets);
  const days = size / dayMs;
  return (
    <section class="stack">
      <h2>Operations</h2>
      {buckets.length === 0 ? (
        <p class="soft">No operations in this period. Try a longer one.</p>
      ) : (
        <>
          <BarChart
            title={days === 1 ? 'Operations per day' : `Operations per ${days} days`}
            buckets={buckets}
            kinds={kinds}
          />
          <OperationTable buckets={buckets} kinds={kinds} />
        </>
      )}
      <Cut count={operations.length} />
    </section>
  );
}

const Cut = ({ count }: { count: number }) =>
  count === maxEvents ? <p class="soft">Only the newest {maxEvents.toLocaleString()} are shown.</p> : null;
