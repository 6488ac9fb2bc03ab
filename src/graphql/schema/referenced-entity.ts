import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { getEntityType } from '../../core/urn.js';
import type { Entity } from '../../entities/views.js';
import type { Tag } from '../../tags/tag-view.js';
import { tagView } from '../../tags/tag-view.js';
import type { Context } from './builder.js';

type Selected = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** Returns the fields that are selected of what a field resolves to. A fragment counts once. */
function listFields({ fieldNodes, fragments }: Selected): FieldNode[] {
  const fields: FieldNode[] = [];
  const seen = new Set<string>();
  function visit({ selections }: SelectionSetNode) {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) fields.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet);
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value);
        visit(fragments[node.name.value]!.selectionSet);
      }
    }
  }
  for (const { selectionSet } of fieldNodes) if (selectionSet) visit(selectionSet);
  return fields;
}

/** What the URN of an entity tells. */
const inUrn: ReadonlySet<string> = new Set(['urn', 'type', '__typename']);

/** A field of many objects has the same array of nodes for each. */
const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], boolean>();

/** Whether more is selected of the entities that a field resolves to than their URNs tell. */
export function readsEntities(selected: Selected): boolean {
  const { fieldNodes } = selected;
  const reads = known.get(fieldNodes) ?? listFields(selected).some(({ name }) => !inUrn.has(name.value));
  known.set(fieldNodes, reads);
  return reads;
}

/** Whether more is selected than their URNs tell of entities that a field of the resolved objects has. */
export function readsEntitiesIn(fieldName: string, selected: Selected): boolean {
  const fieldNodes = listFields(selected).filter(({ name }) => name.value === fieldName);
  return readsEntities({ fieldNodes, fragments: selected.fragments });
}

/** Returns what is shown of an entity that does not exist, or of which only the URN is needed. */
function bareEntity(urn: string): Entity | Tag {
  const type = getEntityType(urn);
  if (type === 'tag') return tagView({ urn, name: null, description: null, colorHex: null });
  return { urn, type, tags: null };
}

/**
 * Returns the entity that a field refers to, which need not exist. It is read only if its URN does not tell all that is
 * selected of it. Without a promise, because a page can have thousands.
 */
export const referencedEntity = (
  urn: string,
  context: Context,
  info: GraphQLResolveInfo,
): Entity | Tag | Promise<Entity | Tag> => (readsEntities(info) ? readEntity(urn, context) : bareEntity(urn));

const readEntity = async (urn: string, { services, actor }: Context) =>
  (await services.entities.referenced(actor, urn)) ?? bareEntity(urn);
