/*
 * Checks of stored values for what every page loads. The schemas of the contract check more, but weigh a sixth of a page.
 */

export type Guard<Value> = (value: unknown) => value is Value;

/** An object with these properties, and perhaps others. The type decides which: none can be forgotten. */
export const isObjectOf =
  <Value extends object>(properties: { [Name in keyof Value]-?: Guard<Value[Name]> }): Guard<Value> =>
  (value): value is Value =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Guard<unknown>>(properties).every(([name, isValid]) => isValid(Reflect.get(value, name)));

/** An object that is no list, with any properties. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isListOf =
  <Value>(isValid: Guard<Value>, most = Number.POSITIVE_INFINITY): Guard<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.length <= most && value.every(isValid);

export const isOneOf =
  <const Value extends string>(values: readonly Value[]): Guard<Value> =>
  (value): value is Value =>
    values.some((one) => one === value);

export const orNull =
  <Value>(isValid: Guard<Value>): Guard<Value | null> =>
  (value): value is Value | null =>
    value === null || isValid(value);

/** A property that may be missing. */
export const orMissing =
  <Value>(isValid: Guard<Value>): Guard<Value | undefined> =>
  (value): value is Value | undefined =>
    value === undefined || isValid(value);

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
export const isTextLike =
  (pattern: RegExp): Guard<string> =>
  (value): value is string =>
    isString(value) && pattern.test(value);

/** A moment, as ISO 8601 in UTC. */
export const isInstant = (value: unknown): value is string =>
  isString(value) && value.endsWith('Z') && !Number.isNaN(Date.parse(value));
export const isDay = isTextLike(/^\d{4}-\d\d-\d\d$/);
