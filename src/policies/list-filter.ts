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

export interface PolicyKind {
  readonly type: 'METADATA' | 'PLATFORM';
  readonly state: 'ACTIVE' | 'INACTIVE' | 'DRAFT';
}

type Matches = (kind: PolicyKind) => boolean;

const kinds = (['METADATA', 'PLATFORM'] as const).flatMap((type) =>
  (['ACTIVE', 'INACTIVE', 'DRAFT'] as const).map((state): PolicyKind => ({ type, state })),
);

/** Returns the kinds of the policies that match; null for all. @throws BAD_REQUEST */
export function filteredKinds(orFilters: OrFilters): PolicyKind[] | null {
  if (!orFilters || orFilters.length === 0) return null;
  const alternatives = orFilters.map(({ and }) => (and ?? []).map(matcher));
  return kinds.filter((kind) => alternatives.some((all) => all.every((matches) => matches(kind))));
}

function matcher({ field, value, values, condition, negated }: Filter): Matches {
  if (field !== 'state' && field !== 'type')
    throw badRequest(`${quoted(field)} is not a field to filter policies by; expected state or type`);
  if (condition && condition !== 'EQUAL' && condition !== 'IN')
    throw badRequest(`condition is ${condition}; policies can be filtered only by EQUAL or IN`);
  const wanted = new Set(values ?? (value ? [value] : []));
  return (kind) => wanted.has(kind[field]) !== (negated ?? false);
}
