import { useCallback, useRef } from 'preact/hooks';
import { readColumnPages } from '../../../client/columns.js';
import { request } from '../../api/request.js';
import { IconButton } from '../../kit/button.js';
import { Suggest, type Suggestion } from '../../kit/suggest.js';
import { simplePath } from '../../model/field-path.js';

interface ColumnChoiceProps {
  /** Of the dataset. */
  urn: string;
  /** The path of the column that is followed; empty: none. */
  column: string;
  onChoose(column: string): void;
}

/** Chooses the column of a dataset that is followed. */
export function ColumnChoice({ urn, column, onChoose }: ColumnChoiceProps) {
  const paths = useRef<Promise<readonly string[]> | null>(null);
  const find = useCallback(
    async (text: string): Promise<readonly Suggestion[]> => {
      paths.current ??= readPaths(urn);
      // A failure is not remembered.
      paths.current.catch(() => (paths.current = null));
      return matching(await paths.current, text);
    },
    [urn],
  );
  if (column !== '')
    return (
      <span class="chip filter">
        <span class="cut" title={column}>
          Column <code dir="auto">{simplePath(column)}</code>
        </span>
        <IconButton icon="x" isSmall label="Show the lineage of all columns" onClick={() => onChoose('')} />
      </span>
    );
  return (
    <Suggest
      label="Column"
      placeholder="Follow a column"
      find={find}
      onChoose={({ value }) => onChoose(value)}
    />
  );
}

/** Columns of one answer. */
const perAnswer = 2_000;

async function readPaths(urn: string): Promise<readonly string[]> {
  let paths: readonly string[] = [];
  for await (const { fields } of readColumnPages((...asked) => request(...asked), urn, perAnswer))
    paths = fields.map(({ fieldPath }) => fieldPath);
  return paths;
}

const maxSuggestions = 10;

const matching = (paths: readonly string[], text: string): readonly Suggestion[] =>
  paths
    .map((value) => ({ value, label: simplePath(value) }))
    .filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, maxSuggestions);
