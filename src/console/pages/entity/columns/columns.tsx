import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Rights } from '../../../api/use-rights.js';
import { FilterField } from '../../../kit/filter-field.js';
import { Failure } from '../../../kit/notice.js';
import { Pager } from '../../../kit/pager.js';
import { TableFrame } from '../../../kit/table-frame.js';
import { useFollowed } from '../../../kit/use-followed.js';
import { numberText } from '../../../model/numbers.js';
import { hasText } from './column.js';
import { useColumnDialogs } from './column-dialogs.js';
import { ColumnRow } from './column-row.js';
import { Selection } from './selection.js';
import { useColumns } from './use-columns.js';

/** As many as a page shows without delay. */
const pageSize = 50;

interface ColumnsProps {
  urn: string;
  rights: Rights;
  /** The text by which the columns are filtered at first. */
  filter: string;
}

/** The columns of a dataset, of which several can be tagged at once. */
export function Columns({ urn, rights, filter }: ColumnsProps) {
  const { columns, isComplete, error, reload } = useColumns(urn);
  const applied = useFollowed(filter);
  const start = useSignal(0);
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const dialogs = useColumnDialogs(urn, columns);

  const sought = applied.value.trim().toLowerCase();
  const matching = useMemo(
    () => (sought === '' ? columns.value : columns.value.filter((column) => hasText(column, sought))),
    [columns.value, sought],
  );
  const shown = matching.slice(start.value, start.value + pageSize);
  const mayTag = isComplete && rights.may('EDIT_DATASET_COL_TAGS');
  const mayDescribe = isComplete && rights.may('EDIT_DATASET_COL_DESCRIPTION');
  const choosable = shown.filter(({ isGone }) => !isGone);
  const isAllChosen = choosable.length > 0 && choosable.every(({ fieldPath }) => chosen.value.has(fieldPath));
  const choose = (paths: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen.value);
    for (const path of paths) isChosen ? next.add(path) : next.delete(path);
    chosen.value = next;
  };

  if (isComplete && columns.value.length === 0)
    return <p class="empty">No schema was ingested, so no columns are known.</p>;
  return (
    <section class="stack" aria-busy={!isComplete && !error}>
      <h2 class="hidden">Columns</h2>
      <div class="row apart">
        <FilterField
          label="Filter by name, description or tag"
          value={applied.value}
          onFilter={(text) => {
            applied.value = text;
            start.value = 0;
          }}
        />
        <p class="soft" role="status">
          {sought !== '' && `${numberText(matching.length)} of `}
          {numberText(columns.value.length)} columns{!isComplete && !error && ', loading …'}
        </p>
      </div>
      {error && <Failure error={error} retry={reload} />}
      {mayTag && (
        <Selection
          chosen={chosen.value}
          matching={matching.filter(({ isGone }) => !isGone)}
          onChoose={(paths) => (chosen.value = new Set(paths))}
          dialogs={dialogs}
        />
      )}
      {isComplete && matching.length === 0 && <p class="empty">No columns match.</p>}
      {shown.length > 0 && (
        <TableFrame label="Columns">
          <table class="columns">
            <thead>
              <tr>
                {mayTag && (
                  <th scope="col">
                    <input
                      type="checkbox"
                      aria-label="Choose all columns of this page"
                      checked={isAllChosen}
                      onChange={() =>
                        choose(
                          choosable.map(({ fieldPath }) => fieldPath),
                          !isAllChosen,
                        )
                      }
                    />
                  </th>
                )}
                <th scope="col">Column</th>
                <th scope="col">Type</th>
                <th scope="col">Description</th>
                <th scope="col">Tags</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((column) => (
                <ColumnRow
                  key={column.fieldPath}
                  column={column}
                  words={sought === '' ? [] : [sought]}
                  isChosen={chosen.value.has(column.fieldPath)}
                  mayTag={mayTag}
                  mayDescribe={mayDescribe}
                  urn={urn}
                  columns={columns}
                  onChoose={(isChosen) => choose([column.fieldPath], isChosen)}
                  dialogs={dialogs}
                />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      <Pager
        start={start.value}
        count={pageSize}
        total={matching.length}
        isSettled={isComplete}
        onStart={(value) => (start.value = value)}
      />
      {dialogs.shown}
    </section>
  );
}
