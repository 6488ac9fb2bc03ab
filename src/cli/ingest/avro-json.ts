import { isObject, type Json, setMember } from '../../json/lossless-json.js';

const avro = 'com.linkedin.pegasus2avro.';
const pegasus = 'com.linkedin.';

/** Types that share a union with other types, so that their names are kept. */
const unionMembers = new Set(
  Object.entries({
    schema:
      'ArrayType BooleanType BytesType DateType EnumType FixedType MapType NullType NumberType RecordType StringType ' +
      'TimeType UnionType BinaryJsonSchema EspressoSchema KafkaSchema KeyValueSchema MySqlDDL OracleDDL OrcSchema ' +
      'OtherSchema PrestoDDL Schemaless DatasetFieldForeignKey UrnForeignKey',
    'datajob.azkaban': 'AzkabanJobType',
    'common.fieldtransformer': 'TransformationType UDFTransformer',
  }).flatMap(([namespace, names]) => names.split(' ').map((name) => `${pegasus}${namespace}.${name}`)),
);
/** The one record whose member `type` is a union of several types, a text among them. */
const textOrEnum = `${pegasus}datajob.DataJobInfo`;

const primitives = new Set('string int long float double boolean bytes array map'.split(' '));
/** Members that are maps: their keys are the user's, and not the names of types. */
const maps = new Set(
  'customProperties foreignKeysSpecs hyperParameters ownerTypes properties sourceDetail'.split(' '),
);

/**
 * Returns an event, or a part of one, in the JSON of Pegasus, as DataHub's REST emitter sends it. The value is in the
 * JSON of Avro: values of unions stand under the name of their type, whose namespace has `pegasus2avro`. The names are
 * left out unless the union has several types. Members that are null are left out.
 */
export const pegasusJson = (value: unknown): unknown => convert(value, true);

/** @param isUnion whether several types are possible here. An element of an array keeps the name of its type. */
function convert(value: unknown, isUnion: boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => convert(element, true));
  if (!isObject(value)) return value;
  const [[name, content] = ['', null], ...others] = Object.entries(value);
  if (others.length === 0 && (primitives.has(name) || name.startsWith(pegasus))) {
    const type = name.startsWith(avro) ? pegasus + name.slice(avro.length) : name;
    if (!isUnion && !unionMembers.has(type)) return convert(content, false);
    return { [type]: isObject(content) ? members(content, type) : convert(content, false) };
  }
  const { fieldDiscriminator: only } = value;
  if (typeof only === 'string' && Object.hasOwn(value, only)) return members({ [only]: value[only] });
  return members(value);
}

function members(value: Json, record?: string): Json {
  const result: Json = {};
  for (const [name, content] of Object.entries(value)) {
    if (content === null) continue;
    const converted = maps.has(name)
      ? convertMap(content)
      : convert(content, name === 'type' && record === textOrEnum);
    setMember(result, name, converted);
  }
  return result;
}

function convertMap(value: unknown): unknown {
  if (!isObject(value)) return value;
  const map = Object.keys(value).length === 1 && isObject(value.map) ? value.map : value;
  const result: Json = {};
  for (const [key, content] of Object.entries(map)) {
    if (content !== null) setMember(result, key, convert(content, true));
  }
  return result;
}
