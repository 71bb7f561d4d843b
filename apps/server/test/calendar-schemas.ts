import path from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { schemasOfTypes } from './sdk-schemas.ts';

/** Names in `google-calendar-types.ts` and `microsoft-calendar-types.ts`, and the packages of the vendors' types. */
const VENDORS = {
  google: {
    sdk: '@googleapis/calendar',
    names: ['GoogleEventChange', 'GoogleEventCreation', 'GoogleEvent', 'GoogleEvents', 'GoogleCalendarList'],
  },
  microsoft: {
    sdk: '@microsoft/microsoft-graph-types',
    names: [
      'MicrosoftEventChange',
      'MicrosoftEventCreation',
      'MicrosoftEvent',
      'MicrosoftEvents',
      'MicrosoftCalendar',
      'MicrosoftCalendars',
    ],
  },
} as const;
type Vendor = keyof typeof VENDORS;
/** A request to a vendor, or its answer. */
export type CalendarType = (typeof VENDORS)[Vendor]['names'][number];

const validators = new Map<CalendarType, ValidateFunction>();

/** Reads the types of a vendor before the first request, which would wait for them and time out. */
export function prepareCalendarTypes(vendor: Vendor): void {
  const { sdk, names } = VENDORS[vendor];
  if (validators.has(names[0])) return;
  const file = path.join(import.meta.dirname, `${vendor}-calendar-types.ts`);
  const schemas: Partial<Record<CalendarType, object>> = schemasOfTypes(file, names, [sdk]);
  const ajv = new Ajv({ strict: false, allErrors: true });
  for (const name of names) validators.set(name, ajv.compile(schemas[name] ?? false));
}

const describe = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`;

/** Explains how a value differs from the vendor's type; null for a correct one. */
export function typeProblem(name: CalendarType, value: unknown): string | null {
  const validate = validators.get(name);
  if (!validate) throw new Error(`no schema was made for ${name}`);
  // Answers are checked as they are sent.
  if (validate(JSON.parse(JSON.stringify(value)))) return null;
  return `${name}: ${(validate.errors ?? []).map(describe).join(', ')}`;
}
