import { useLocation } from 'preact-iso';
import { may } from '../../api/caller.js';
import { Dot } from '../../kit/color-dot.js';
import { DetailPage } from '../../kit/detail-page.js';
import { Fact, UrnFact } from '../../kit/facts.js';
import { readStart, useAddress } from '../../kit/use-address.js';
import { useDialog } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { counted, listed } from '../../model/text.js';
import { DeleteTag } from './delete.js';
import { EditTag } from './edit.js';
import { placesPerPage } from './place.js';
import { Places } from './places.js';
import { load, type ShownTag } from './request.js';
import './tags.css';

export default function TagPage() {
  const { urn = '' } = useLocation().query;
  return <Tag key={urn} urn={urn} />;
}

function Tag({ urn }: { urn: string }) {
  const [shown, change] = useAddress({ urn: '', start: '0' });
  const start = readStart(shown.start);
  const dialog = useDialog();
  return (
    <>
      <DetailPage
        noun="tag"
        type="tag"
        urn={urn}
        all={[links.tags, 'All tags']}
        document={load}
        variables={{ urn, start, count: placesPerPage }}
        read={({ tag }) => tag}
        name={({ name }) => name}
        actions={(tag) =>
          may('MANAGE_TAGS') && (
            <>
              <button
                type="button"
                onClick={() => dialog.open((close) => <EditTag tag={tag} onClose={close} />)}
              >
                Edit
              </button>
              <button
                type="button"
                class="danger"
                onClick={() => dialog.open((close) => <DeleteTag tag={tag} onClose={close} />)}
              >
                Delete …
              </button>
            </>
          )
        }
      >
        {(tag, query) => (
          <>
            <Facts tag={tag} />
            <Places
              key={start}
              tag={tag}
              start={start}
              query={query}
              onStart={(value, isReplacing) => change({ start: `${value}` }, isReplacing)}
            />
          </>
        )}
      </DetailPage>
      {dialog.shown}
    </>
  );
}

function Facts({ tag: { urn, properties, usage } }: { tag: ShownTag }) {
  const description = properties?.description;
  const color = properties?.colorHex;
  const places = [
    ...(usage.entities > 0 ? [counted(usage.entities, 'entity', 'entities')] : []),
    ...(usage.columns > 0 ? [counted(usage.columns, 'column')] : []),
  ];
  return (
    <>
      <p class={description ? 'text' : 'soft'}>{description || 'No description.'}</p>
      <dl class="facts">
        <Fact name="Colour">
          <span class="row">
            {color && <Dot color={color} />} {color || 'none'}
          </span>
        </Fact>
        <Fact name="Used by">{listed(places) || 'nothing'}</Fact>
        <UrnFact urn={urn} />
      </dl>
    </>
  );
}
