import { defaultPageSize } from '../../core/pagination.js';
import type { ArgumentBuilder, builder, InputFieldBuilder } from './builder.js';

/** A type, or a list of it. The tuple makes TypeScript infer one. */
type Named = string | object | [unknown];

/** Options of a field that always has a value. */
export function nonNull(description: string): { readonly nullable: false; readonly description: string };
export function nonNull<Type extends Named>(
  description: string,
  type: Type,
): { readonly type: Type; readonly nullable: false; readonly description: string };
export function nonNull(description: string, type?: unknown) {
  return { ...(type !== undefined && { type }), nullable: false, description };
}

/** Options of an argument, or of a field of an input, that must be given. */
export function required(description: string): { readonly required: true; readonly description: string };
export function required<Type extends Named>(
  description: string,
  type: Type,
): { readonly type: Type; readonly required: true; readonly description: string };
export function required(description: string, type?: unknown) {
  return { ...(type !== undefined && { type }), required: true, description };
}

interface Page {
  readonly start: number;
  readonly count: number;
  readonly total: number;
}

type PageFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Page>;

/** The fields of a page beside its items. @param what such as `tags` @param counted what `total` counts */
export const pageFields = (t: PageFieldBuilder, what: string, counted = `matching ${what}`) => ({
  start: t.exposeInt('start', nonNull(`The number of skipped ${what}.`)),
  count: t.exposeInt('count', nonNull('The requested page size.')),
  total: t.exposeInt('total', nonNull(`The number of ${counted}.`)),
});

/** The place and the size of the page that an input asks for. @param what such as `tags` */
export const pageInputs = (t: InputFieldBuilder, what: string) => ({
  start: t.int({ defaultValue: 0, description: `The number of ${what} to skip.` }),
  count: t.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
});

/** The same as arguments of a field. */
export const pageArgs = (arg: ArgumentBuilder, what: string) => ({
  start: arg.int({ defaultValue: 0, description: `The number of ${what} to skip.` }),
  count: arg.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
});
