import { useDialog } from '../../kit/use-dialog.js';
import type { Listed } from '../../model/listed-entity.js';
import { Describe } from './describe.js';

interface DescriptionProps {
  entity: Listed;
  name: string;
  mayEdit: boolean;
}

/** The description of an entity: the edited one, else the ingested one. */
export function Description({ entity, name, mayEdit }: DescriptionProps) {
  const dialog = useDialog();
  const edited = entity.editableProperties?.description ?? '';
  const ingested = entity.properties?.description ?? '';
  const text = edited || ingested;
  return (
    <div class="stack tight">
      {text === '' ? <p class="soft">No description.</p> : <p class="written">{text}</p>}
      {mayEdit && (
        <div>
          <button
            type="button"
            onClick={() =>
              dialog.open((close) => (
                <Describe
                  name={name}
                  place={{ resourceUrn: entity.urn }}
                  edited={edited}
                  ingested={ingested}
                  onClose={close}
                />
              ))
            }
          >
            {text === '' ? 'Describe it …' : 'Edit the description …'}
          </button>
        </div>
      )}
      {edited !== '' && ingested !== '' && edited !== ingested && (
        <details>
          <summary class="soft">Ingested description</summary>
          <p class="written">{ingested}</p>
        </details>
      )}
      {dialog.shown}
    </div>
  );
}
