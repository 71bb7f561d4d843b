import { aFoodDay, anEntry, aQuickEntry } from './food-samples.ts';
import { type Case, get, send } from './security-calls.ts';

const DAY = '2026-03-02';

const syncing = (entry: object = {}, changes: object = {}) =>
  send(
    'POST',
    () => `/food_logs/own/${DAY}/sync`,
    () => ({ log: { ...aFoodDay(DAY), entries: [{ ...anEntry(), ...entry }] }, ...changes }),
  );

const commenting = (changes: object = {}, path = '/clients/{clientId}/food_days/{foodDay}/comments') =>
  send('POST', path, {
    coachId: '{coachId}',
    comment: { id: '{new}', meal: null, entryId: null, text: 'Well done', ...changes },
  });

const savingOwn = (changes: object = {}) =>
  send('PUT', '/food_logs/own_foods/{new}', {
    food: {
      name: 'Bakery roll',
      brand: '',
      unit: 'g',
      serving: 60,
      barcode: null,
      per: '100',
      nutrients: { kcal: 250, protein: null, carbohydrate: null, fat: null },
      ...changes,
    },
  });

const days = (clientId: string) => get(`/clients/${clientId}/food_days?coachId={coachId}`);

const anImported = (changes: object = {}) => ({
  id: '{new}',
  kind: 'quick',
  meal: 'Lunch',
  name: 'Oats',
  amount: { value: 80, measure: 'g' },
  quantity: 80,
  unit: 'g',
  nutrients: { kcal: 300, protein: 10, carbohydrate: 54, fat: 5 },
  minute: 720,
  ...changes,
});

const importing = (path: string, entry: object = {}, changes: object = {}) =>
  send('POST', path, {
    coachId: '{coachId}',
    days: [{ day: '2024-05-06', status: 'partial', entries: [anImported(entry)] }],
    existing: 'keep',
    dryRun: false,
    ...changes,
  });
const OWN_IMPORT = '/food_logs/imports/{new}';
const CLIENT_IMPORT = '/clients/{clientId}/food_imports/{new}';
const badImports = (path: string) => [
  importing(path, { nutrients: { kcal: -1, protein: null, carbohydrate: null, fat: null } }),
  importing(path, { meal: '' }),
  importing(path, { kind: 'water', quantity: null }),
  importing(path, {}, { days: [] }),
  importing(path, {}, { existing: 'replace' }),
];

/** A built-in food, which each client can log. */
const ACORN_SQUASH = '2eac0c11-9bd2-5393-bdc1-2a48ff9dee60';
const marking = (foodId: string, favorite: boolean) => send('PUT', `/food_logs/favorites/${foodId}`, { favorite });

/** Clients log what they eat. The coach can read and comment. */
export const FOODLOGS_CASES: Record<string, Case> = {
  'foodlogs.syncFoodDay': {
    call: syncing(),
    others: [syncing(aQuickEntry(300)), syncing({ kind: 'water', meal: '', name: '', quantity: 250, unit: 'ml' })],
    bad: [
      syncing({ quantity: 5000 }),
      syncing({ nutrients: { kcal: 300, protein: -5, carbohydrate: null, fat: null } }),
      syncing({ name: '' }),
      syncing({ meal: '' }),
      syncing({ kind: 'photo' }),
      syncing({ kind: 'water', quantity: null }),
      syncing({}, { log: aFoodDay('2026-03-01') }),
    ],
    missing: [syncing({}, { coachId: '0197a2c4-1111-7222-8333-944455556666' })],
  },
  'foodlogs.setFavoriteFood': {
    call: marking(ACORN_SQUASH, true),
    others: [marking('{new}', false)],
    missing: [marking('{new}', true)],
  },
  'foodlogs.findFoodByBarcode': {
    call: get('/food_logs/barcodes/4006381333931'),
    bad: [get('/food_logs/barcodes/4006381333932'), get('/food_logs/barcodes/oats')],
  },
  'foodImports.importOwnFood': { call: importing(OWN_IMPORT), bad: badImports(OWN_IMPORT) },
  'foodImports.undoOwnFoodImport': { call: send('DELETE', OWN_IMPORT, {}) },
  'foodImports.importClientFood': {
    call: importing(CLIENT_IMPORT),
    bad: badImports(CLIENT_IMPORT),
    missing: [importing('/clients/{new}/food_imports/{new}')],
  },
  'foodImports.undoClientFoodImport': {
    call: send('DELETE', CLIENT_IMPORT, { coachId: '{coachId}' }),
    missing: [send('DELETE', '/clients/{new}/food_imports/{new}', { coachId: '{coachId}' })],
  },
  'foodlogs.listClientFoodDays': {
    call: days('{clientId}'),
    missing: [days('{new}')],
  },
  'foodlogs.commentOnFoodDay': {
    call: commenting(),
    others: [commenting({ meal: 'Breakfast' }), commenting({ entryId: '{foodEntryId}' })],
    bad: [commenting({ meal: 'Breakfast', entryId: '{foodEntryId}' })],
    missing: [
      commenting({ meal: 'Second breakfast' }),
      commenting({ entryId: '{new}' }),
      commenting({}, '/clients/{clientId}/food_days/2020-01-05/comments'),
      commenting({}, '/clients/{new}/food_days/{foodDay}/comments'),
      commenting({}, '/clients/{otherClientId}/food_days/{foodDay}/comments'),
    ],
  },
  'ownFoods.saveOwnFood': {
    call: savingOwn(),
    bad: [
      savingOwn({ name: '' }),
      savingOwn({ nutrients: { kcal: -1, protein: null, carbohydrate: null, fat: null } }),
      savingOwn({ per: 'serving', serving: null }),
      savingOwn({ barcode: '123' }),
    ],
  },
  'ownFoods.deleteOwnFood': { call: send('DELETE', '/food_logs/own_foods/{new}') },
  'ownFoods.getClientFood': {
    call: get('/clients/{clientId}/own_foods/{clientFoodId}?coachId={coachId}'),
    missing: [
      get('/clients/{clientId}/own_foods/{new}?coachId={coachId}'),
      get('/clients/{new}/own_foods/{clientFoodId}?coachId={coachId}'),
    ],
  },
};
