import { columnUrn } from '../../core/column-urn.js';
import { getEntityType } from '../../core/urn.js';
import { toAscii } from '../../json/ascii.js';
import { isObject, stringifyLossless } from '../../json/lossless-json.js';
import { isListed, isSecret } from '../../visibility/secrets.js';
import { readAssociation } from '../association.js';
import type { Category, Operation } from '../change.js';
import type { NumberedChange } from '../log-store.js';

type Parameters = Readonly<Record<string, string | boolean>>;

/** What an event says beside the change itself. */
interface Said {
  /** Default: that of the change. */
  readonly operation?: Operation;
  readonly modifier?: string | null;
  readonly parameters?: Parameters;
  /** Whether the event is about the column, and not about its dataset. */
  readonly isOfColumn?: boolean;
}

/** Returns null for a change that DataHub's events cannot express. */
type Say = (change: NumberedChange) => Said | null;

/** What the change is about: of a removal, what was there before. */
const readText = ({ operation, before, after }: NumberedChange) => (operation === 'REMOVE' ? before : after);

/** Something with a URN that an entity or a column has. */
const attached =
  (parameter: string, more?: (change: NumberedChange) => Parameters): Say =>
  (change) => ({
    modifier: change.modifier,
    parameters: {
      [parameter]: change.modifier!,
      ...more?.(change),
      ...(change.fieldPath && { fieldPath: change.fieldPath, parentUrn: change.entityUrn }),
    },
    isOfColumn: true,
  });

/** Parameters about the association of a tag. Clients read both as JSON texts, so that none is ever missing. */
function sayAssociation(change: NumberedChange): Parameters {
  const { context, attribution } = readAssociation(change) ?? {};
  const sourceDetails = isObject(attribution) ? attribution.sourceDetail : undefined;
  return {
    context: typeof context === 'string' ? context : '{}',
    sourceDetails: isObject(sourceDetails) ? stringifyLossless(sourceDetails) : '{}',
  };
}

const systemType = 'urn:li:ownershipType:__system__';

/** @param type the URN of a type of ownership, or the older name of one */
function ownerTypes(type: string | null): Parameters {
  if (type === null) return {};
  if (!type.startsWith('urn:')) return { ownerType: type };
  const ownerType = type.startsWith(systemType) ? type.slice(systemType.length).toUpperCase() : 'CUSTOM';
  return { ownerType, ownerTypeUrn: type };
}

/** The value in the object that names its type. Aspects that do not fit their model can have any other value. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (Object.values(value)[0] ?? null) : value;

/** @param text the JSON text of the values */
function plainValues(text: string): string {
  const values: unknown = JSON.parse(text);
  return JSON.stringify(Array.isArray(values) ? values.map(plain) : values);
}

/** DataHub's events have no modification of an owner that gets or loses one of several types of ownership. */
function sayOwner(change: NumberedChange): Said {
  const { modifier, before, after } = change;
  const operation =
    change.operation !== 'MODIFY' || (before && after) ? change.operation : after ? 'ADD' : 'REMOVE';
  return {
    ...{ operation, modifier },
    parameters: { ownerUrn: modifier!, ...ownerTypes(readText({ ...change, operation })) },
  };
}

function sayDeprecation({ isCut, before, after }: NumberedChange): Said | null {
  // A note that is not stored, or a note that has changed.
  if (isCut || (before === null) === (after === null)) return null;
  const status = after === null ? 'ACTIVE' : 'DEPRECATED';
  return { modifier: status, parameters: { status } };
}

function saySchema(change: NumberedChange): Said {
  const { fieldPath, operation, before, after } = change;
  const [was, is] = [before, after].map((text) => text?.replace(/ NULL$/, ''));
  const type = readText(change);
  return {
    modifier: columnUrn(change.entityUrn, change.fieldPath),
    parameters: {
      ...{ fieldPath, fieldUrn: columnUrn(change.entityUrn, fieldPath) },
      ...(type !== null && { nullable: type.endsWith(' NULL') }),
      ...(operation === 'MODIFY' && { modificationCategory: was === is ? 'OTHER' : 'TYPE_CHANGE' }),
    },
  };
}

const sayings: { readonly [C in Category]: Say } = {
  TAG: attached('tagUrn', sayAssociation),
  GLOSSARY_TERM: attached('termUrn'),
  DOMAIN: attached('domainUrn'),
  OWNER: sayOwner,
  DOCUMENTATION(change) {
    // DataHub has no events of links.
    if (change.aspect === 'institutionalMemory') return null;
    const description = readText(change);
    return {
      ...(change.fieldPath && { modifier: change.fieldPath }),
      ...(description !== null && { parameters: { description } }),
      isOfColumn: true,
    };
  },
  DEPRECATION: sayDeprecation,
  TECHNICAL_SCHEMA: saySchema,
  LIFECYCLE: () => ({}),
  STRUCTURED_PROPERTY(change) {
    const values = readText(change);
    return {
      modifier: change.modifier,
      parameters: {
        propertyUrn: change.modifier!,
        ...(values !== null && { propertyValues: plainValues(values) }),
      },
    };
  },
  // Ours: DataHub has no such categories.
  PROPERTIES: () => null,
  LINEAGE: () => null,
};

/** DataHub's EntityChangeEvent. */
export interface EntityChangeEvent {
  readonly entityType: string;
  readonly entityUrn: string;
  readonly category: string;
  readonly operation: string;
  readonly modifier?: string;
  readonly parameters?: Parameters;
  readonly auditStamp: { readonly time: number; readonly actor: string };
  readonly version: number;
}

/**
 * Returns the event of a change; null when DataHub's events cannot express the change, and for one of a hidden type or a
 * secret, which an earlier version has recorded.
 */
export function toEntityChangeEvent(change: NumberedChange): EntityChangeEvent | null {
  const said = sayings[change.category]?.(change) ?? null;
  if (said === null || !isListed(getEntityType(change.entityUrn)) || isSecret(change.aspect ?? ''))
    return null;
  const { modifier, parameters, isOfColumn, operation = change.operation } = said;
  const { time, actorUrn: actor, category } = change;
  const isColumn = isOfColumn === true && change.fieldPath !== '';
  return {
    entityType: isColumn ? 'schemaField' : getEntityType(change.entityUrn),
    entityUrn: isColumn ? columnUrn(change.entityUrn, change.fieldPath) : change.entityUrn,
    ...{ category, operation },
    ...(modifier && { modifier }),
    ...(parameters && { parameters }),
    auditStamp: { time, actor },
    version: 0,
  };
}

/**
 * Returns the JSON text of DataHub's PlatformEvent with the EntityChangeEvent of a change (docs/wire-contract.md, "Events
 * API"); null when DataHub's events cannot express the change. A client that finds an event malformed stops for good.
 */
export function toPlatformEvent(change: NumberedChange): string | null {
  const event = toEntityChangeEvent(change);
  if (event === null) return null;
  const payload = { value: toAscii(JSON.stringify(event)), contentType: 'application/json' };
  return JSON.stringify({ header: { timestampMillis: change.time }, name: 'entityChangeEvent', payload });
}
