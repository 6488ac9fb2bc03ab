import { entityName } from '../../../client/named-entity.js';
import { TextButton } from '../../kit/button.js';
import { Few } from '../../kit/few.js';
import { Badge, Person } from '../../kit/marks.js';
import { Pager } from '../../kit/pager.js';
import { type Column, Table } from '../../kit/table.js';
import { shownType } from '../../model/entity-types.js';
import { simplePath } from '../../model/field-path.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { counted } from '../../model/text.js';
import { FewTags, Mark } from '../entity/entity-item.js';
import { maxCount } from './request.js';
import type { Shown } from './shown.js';
import type { Direction, Reached, Walk } from './walk.js';

/** Rows of one page. */
export const pageSize = 20;

/** Returns the entities on one page of the list. */
export const listPage = ({ nodes }: Walk, start: number): readonly Reached[] =>
  [...nodes.values()].slice(start, start + pageSize);

export const headingId = (direction: Direction): string => `lineage-${direction}`;

interface LineageListProps {
  direction: Direction;
  walk: Walk;
  start: number;
  /** Whether a column is followed. */
  ofColumn: boolean;
  show(reached: Reached): Shown;
  onStart(start: number): void;
  /** Reads more results. */
  onReadAll(): void;
}

/** All that is upstream or downstream, as a table, the nearest first. */
export function LineageList(props: LineageListProps) {
  const { direction, walk, start, ofColumn, show, onStart, onReadAll } = props;
  const name = direction === 'upstream' ? 'Upstream' : 'Downstream';
  const total = walk.nodes.size;
  if (total === 0) return null;
  const rows = listPage(walk, start).map((reached) => ({ ...reached, ...show(reached) }));
  return (
    <section class="stack tight" aria-labelledby={headingId(direction)}>
      <h2 id={headingId(direction)} tabIndex={-1}>
        {name} <span class="soft">({numberText(total)})</span>
      </h2>
      <Table
        label={name}
        rows={rows}
        rowKey={({ key }) => key}
        columns={ofColumn ? [nameColumn, columnsColumn, ...otherColumns] : [nameColumn, ...otherColumns]}
      />
      <Pager start={start} count={pageSize} total={total} onStart={onStart} isSettled />
      {walk.read < walk.total && <Unread walk={walk} onReadAll={onReadAll} />}
    </section>
  );
}

type Row = Reached & Shown;

const nameColumn: Column<Row> = { head: 'Name', cell: (row) => <Name {...row} /> };
const columnsColumn: Column<Row> = {
  head: 'Columns',
  isFull: true,
  cell: ({ columns }) => (
    <span class="row tight">
      <Few items={columns.map(simplePath)}>
        {(path) => (
          <code key={path} class="code-inline small" dir="auto">
            {path}
          </code>
        )}
      </Few>
    </span>
  ),
};
const otherColumns: readonly Column<Row>[] = [
  { head: 'Distance', cell: ({ degree }) => <span class="soft">{counted(degree, 'step')}</span> },
  { head: 'Type', cell: ({ entity }) => <span class="soft">{shownType(entity)}</span> },
  { head: 'Owner', cell: ({ entity }) => <Owner entity={entity} /> },
  {
    head: 'Tags',
    isFull: true,
    cell: ({ entity }) => <FewTags tags={(entity.tags?.tags ?? []).map(({ tag }) => tag)} />,
  },
];

const Name = ({ entity, state, columns }: Shown) => (
  <span class="row one">
    <Mark entity={entity} isLarge={false} />
    <a
      class="cut name"
      href={links.entity(entity.urn, { part: 'lineage', column: columns[0] ?? '' })}
      dir="auto"
      title={entity.urn}
    >
      {entityName(entity)}
    </a>
    {state && <Badge kind="line">{state}</Badge>}
  </span>
);

function Owner({ entity }: Pick<Shown, 'entity'>) {
  const [owner] = entity.owners;
  return owner ? <Person urn={owner.urn} name={entityName(owner)} /> : null;
}

const Unread = ({ walk: { read, total }, onReadAll }: Pick<LineageListProps, 'walk' | 'onReadAll'>) => (
  <p class="soft small">
    The nearest {numberText(read)} of {numberText(total)} results are listed.{' '}
    {read < maxCount && (
      <TextButton onClick={onReadAll}>List {numberText(Math.min(total, maxCount))}</TextButton>
    )}
  </p>
);
