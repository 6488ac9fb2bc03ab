import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';

interface Filter {
  readonly field: string;
  readonly value?: string | null | undefined;
  readonly values?: readonly string[] | null | undefined;
  readonly condition?: string | null | undefined;
  readonly negated?: boolean | null | undefined;
}

/** One of the lists must match, with all its filters. */
export type OrFilters = readonly { readonly and?: readonly Filter[] | null | undefined }[] | null | undefined;

type Matches = (kind: { readonly type: string; readonly state: string }) => boolean;

const kinds = ['METADATA', 'PLATFORM'].flatMap((type) =>
  ['ACTIVE', 'INACTIVE', 'DRAFT'].map((state) => ({ type, state })),
);

/** Returns the types and states of the policies that match, as `type/state`; null for all. @throws BAD_REQUEST */
export function kindsOf(orFilters: OrFilters): string[] | null {
  if (!orFilters || orFilters.length === 0) return null;
  const alternatives = orFilters.map(({ and }) => (and ?? []).map(matcher));
  return kinds
    .filter((kind) => alternatives.some((all) => all.every((matches) => matches(kind))))
    .map(({ type, state }) => `${type}/${state}`);
}

function matcher({ field, value, values, condition, negated }: Filter): Matches {
  if (field !== 'state' && field !== 'type')
    throw badRequest(`${quoted(field)} is no field to filter policies by; expected state or type`);
  if (condition && condition !== 'EQUAL' && condition !== 'IN')
    throw badRequest(`condition is ${condition}; policies are filtered by EQUAL or IN only`);
  const wanted = new Set(values ?? (value ? [value] : []));
  return (kind) => wanted.has(kind[field]) !== (negated ?? false);
}
