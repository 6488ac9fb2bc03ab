import {
  astFromValue,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  print,
} from 'graphql';
import { findPlaces, type Operation, type Place } from './every-operation.js';
import { createSample, isAwkward, type Made } from './operation-samples.js';

/** How one request treats a place: as a client that gives, leaves out or nulls it. */
type Treatment = 'given' | 'omitted' | 'null';
type State = (path: readonly string[]) => Treatment;

/** A document, and the variables of the requests that it is sent with. */
export interface Case {
  readonly form: string;
  readonly text: string;
  readonly states: readonly { readonly label: string; variables(made: Made): Record<string, unknown> }[];
}

interface Variable {
  readonly place: Place;
  /** Of the variable; that of the place unless the form says otherwise. */
  readonly type: string;
  readonly hasDefault: boolean;
  /** Whether it stands for an element of the list at the place. */
  readonly isElement: boolean;
}

type Form = (place: Place) => Partial<Variable> | null;

const isList = (type: GraphQLInputType) => isListType(getNullableType(type));
const nullable = (type: GraphQLInputType) => String(getNullableType(type));
const elementType = (type: GraphQLInputType) =>
  (getNullableType(type) as { ofType: GraphQLInputType }).ofType;

/** Which places are variables, of which types. All others are written into the document. */
const forms = {
  whole: ({ path }) => (path.length === 1 ? {} : null),
  members: ({ isObject }) => (isObject ? null : {}),
  'required members': ({ isObject, type }) => (isObject ? null : { type: `${nullable(type)}!` }),
  'members with defaults': ({ isObject }) => (isObject ? null : { hasDefault: true }),
  'nullable members with defaults': ({ isObject, isOptional, type }) =>
    isObject || isOptional ? null : { type: nullable(type), hasDefault: true },
  objects: ({ path, isObject }) => (path.length === 2 && isObject ? {} : null),
  elements: ({ isObject, type }) =>
    isObject || !isList(type) ? null : { isElement: true, type: String(elementType(type)) },
  literals: () => null,
} satisfies Readonly<Record<string, Form>>;
export type FormName = keyof typeof forms;

const toKey = (path: readonly string[]) => path.join('_');
const isBelow = (path: readonly string[], ancestor: readonly string[]) =>
  path.length > ancestor.length && ancestor.every((name, index) => path[index] === name);

/**
 * Returns the documents of an operation, each with every state of each place that can be left out.
 *
 * @param chosen the forms of documents; default: all
 */
export function* listCases(
  operation: Operation,
  made: Made,
  chosen: readonly FormName[] = Object.keys(forms) as FormName[],
): Generator<Case> {
  const places = findPlaces(operation.args);
  const byPath = new Map(places.map((place) => [toKey(place.path), place]));
  const texts = new Set<string>();

  const toJson = (path: readonly string[], state: State, made: Made, type: GraphQLInputType): unknown =>
    state(path) === 'null'
      ? null
      : createSample(type, path, made, operation.name, (input) =>
          Object.fromEntries(
            Object.keys(input.getFields() as object)
              .map((name) => byPath.get(toKey([...path, name]))!)
              .filter((member) => state(member.path) !== 'omitted')
              .map((member) => [member.path.at(-1)!, toJson(member.path, state, made, member.type)]),
          ),
        );

  for (const form of chosen) {
    const choose: Form = forms[form];
    const variables = new Map<string, Variable>();
    for (const place of places) {
      const chosen = choose(place);
      if (chosen && ![...variables.values()].some(({ place: { path } }) => isBelow(place.path, path)))
        variables.set(toKey(place.path), {
          ...{ place, type: String(place.type), hasDefault: false, isElement: false },
          ...chosen,
        });
    }
    if (variables.size === 0 && form !== 'literals') continue;
    const all: State = (path) =>
      byPath.get(toKey(path))?.isOptional && isAwkward(path) ? 'omitted' : 'given';
    const getType = ({ isElement, place: { type } }: Variable) => (isElement ? elementType(type) : type);

    const write = (path: readonly string[], type: GraphQLInputType): string => {
      const variable = variables.get(toKey(path));
      if (variable) return variable.isElement ? `[$${toKey(path)}]` : `$${toKey(path)}`;
      if (isNonNullType(type)) return write(path, type.ofType);
      if (isListType(type) && isInputObjectType(getNullableType(type.ofType)))
        return `[${write(path, type.ofType)}]`;
      if (!isInputObjectType(type)) return print(astFromValue(toJson(path, all, made, type), type)!);
      const members = Object.values(type.getFields())
        .map(({ name, type }) => ({ path: [...path, name], type }))
        .filter(({ path }) => variables.size > 0 || all(path) === 'given');
      return `{${members.map(({ path, type }) => `${path.at(-1)}: ${write(path, type)}`).join(', ')}}`;
    };

    const declared = [...variables].map(([name, variable]) => {
      const value = variable.hasDefault
        ? ` = ${print(astFromValue(toJson(variable.place.path, all, made, getType(variable)), getType(variable))!)}`
        : '';
      return `$${name}: ${variable.type}${value}`;
    });
    const declarations = declared.length > 0 ? `(${declared.join(', ')})` : '';
    const args = operation.args.map(({ name, type }) => `${name}: ${write([name], type)}`).join(', ');
    const field = `${operation.name.split('.')[1]}(${args}) ${operation.selection}`;
    const text = `${operation.root} Q${declarations} { ${operation.within(field)} }`;

    const canBeLeftOut = (path: readonly string[]): boolean => {
      const own = variables.get(toKey(path));
      if (own) return !own.type.endsWith('!') || own.hasDefault || (own.place.isOptional && form === 'whole');
      const isInside = [...variables.values()].some(({ place }) => isBelow(path, place.path));
      return isInside && byPath.get(toKey(path))!.isOptional;
    };
    if (!texts.has(text)) yield { form, text, states: [...listStates()] };
    texts.add(text);

    function* listStates(): Generator<Case['states'][number]> {
      const optional = places.filter(({ path }) => canBeLeftOut(path)).map(({ path }) => path);
      const none: State = (path) => (canBeLeftOut(path) ? 'omitted' : 'given');
      const variablesIn = (state: State) => (made: Made) =>
        Object.fromEntries(
          [...variables]
            .filter(([, { place }]) => state(place.path) !== 'omitted')
            .map(([name, variable]) => [name, toJson(variable.place.path, state, made, getType(variable))]),
        );
      const named = (label: string, state: State) => ({ label, variables: variablesIn(state) });
      yield named('all', all);
      if (optional.length === 0) return;
      yield named('none', none);
      for (const chosen of optional) {
        const but =
          (treatment: Treatment, others: State): State =>
          (path) => {
            if (toKey(path) === toKey(chosen)) return treatment;
            return isBelow(chosen, path) || isBelow(path, chosen) ? 'given' : others(path);
          };
        const label = chosen.join('.');
        yield named(`all but ${label}`, but('omitted', all));
        yield named(`null for ${label}`, but('null', all));
      }
    }
  }
}
