import { useSignal } from '@preact/signals';
import { useEntityRights } from '../../api/entity-rights.js';
import type { Query } from '../../api/use-query.js';
import { CheckBox } from '../../kit/check-box.js';
import { Pager } from '../../kit/pager.js';
import { typeNames } from '../../model/entity-types.js';
import { numberText } from '../../model/numbers.js';
import { suffices } from '../../model/privileges.js';
import { EntityRow } from './entity-row.js';
import { placeKey, placesPerPage } from './place.js';
import { removePlaces } from './remove.js';
import type { LoadedTag, Place, ShownTag } from './request.js';

interface PlacesProps {
  tag: ShownTag;
  start: number;
  query: Query<LoadedTag>;
  onStart(start: number, isReplacing: boolean): void;
}

/** The places with a tag, by type of entity. Places that the caller may change have check boxes. */
export function Places({ tag, start, query, onStart }: PlacesProps) {
  const { results, total } = tag.associations;
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const entities = [...new Map(results.map(({ entity }) => [entity.urn, entity])).values()];
  const rights = useEntityRights(entities);
  const isRemovable = ({ entity, fieldPath, declared }: Place) =>
    !declared &&
    suffices(rights.get(entity.urn), fieldPath === null ? 'EDIT_ENTITY_TAGS' : 'EDIT_DATASET_COL_TAGS');
  const removable = results.filter(isRemovable);
  const selected = removable.filter((place) => chosen.value.has(placeKey(place)));
  const isAll = removable.length > 0 && selected.length === removable.length;

  const remove = () => {
    if (selected.length === 0) return;
    chosen.value = new Set();
    removePlaces(query, tag, selected);
  };

  if (total === 0) return <div class="empty">Nothing has this tag.</div>;
  const types = [...new Set(entities.map(({ type }) => type))];
  return (
    <>
      {removable.length > 0 && (
        <div class="row chosen">
          <CheckBox
            checked={isAll}
            onChange={(isChecked) => (chosen.value = new Set(isChecked ? removable.map(placeKey) : []))}
          >
            all {removable.length} on this page
          </CheckBox>
          <button type="button" class="danger" aria-disabled={selected.length === 0} onClick={remove}>
            {selected.length === 0
              ? 'Remove from the chosen'
              : `Remove from ${numberText(selected.length)} chosen`}
          </button>
        </div>
      )}
      {types.map((type) => (
        <section key={type} class="stack" aria-label={typeNames(type)}>
          <h2>{typeNames(type)}</h2>
          <div class="table on">
            <table>
              <tbody>
                {entities
                  .filter((entity) => entity.type === type)
                  .map((entity) => (
                    <EntityRow
                      key={entity.urn}
                      entity={entity}
                      places={results.filter((place) => place.entity.urn === entity.urn)}
                      isRemovable={isRemovable}
                      chosen={chosen}
                    />
                  ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
      <Pager
        start={start}
        count={placesPerPage}
        total={total}
        isSettled={!query.isLoading}
        onStart={onStart}
      />
    </>
  );
}
