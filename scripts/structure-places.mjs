import { FEATURES as LISTED } from '../packages/contract/src/features.ts';

/** @type {string[]} */
const FEATURES = LISTED.map(({ name }) => name);

const WORD = '[a-z0-9]+(?:-[a-z0-9]+)*';
const ONE_NAME = `Name it after its feature (${FEATURES.join(', ')}), or add the new one to the contract's features.ts.`;

/** Files of the contract that belong to no feature. */
const CONTRACT_SHARED = [
  'access',
  'errors',
  'events',
  'features',
  'fields',
  'merge',
  'people',
  'quiet-hours',
  'router',
  'time',
  'units',
  'words',
];

/** @param {string} feature */
const serverFile = (feature) =>
  new RegExp(
    `^${feature}\\.(?:(?:feature|procedures|service|data|rules|table|scopes|jobs|mails|http|copy|content|(?:rules\\.)?test)\\.ts|content\\.json|mail\\.tsx|${WORD}\\.(?:data|service|rules|table|content|csv|pdf|(?:rules\\.)?test)\\.ts)$`,
  );

/** @param {string} feature */
const webFile = (feature) =>
  new RegExp(
    `^(?:${feature}(?:\\.${WORD})+\\.ts|${WORD}(?:\\.test)?\\.tsx|${WORD}\\.test\\.ts|${WORD}\\.module\\.css)$`,
  );

/**
 * Places with a check of the path below them, which returns a problem or undefined. The first match decides.
 * @type {{ place: RegExp, check: (rest: string) => string | undefined }[]}
 */
const PLACES = [
  { place: /^apps\/server\/src\/features\//, check: checkServerFeature },
  { place: /^apps\/web\/src\/features\//, check: checkWebFeature },
  { place: /^packages\/contract\/src\//, check: checkContract },
  { place: /^e2e\/(?=.*\.spec\.ts$)/, check: checkSpec },
  { place: /^apps\/server\/src\/(?=.*\/)/, check: checkServerFolder },
  { place: /^apps\/server\/functions\//, check: checkFunction },
  { place: /^apps\/web\/src\/(?=.*\/)/, check: checkWebFolder },
  { place: /^apps\/site\/src\/(?=.*\/)/, check: checkSiteFolder },
];

/**
 * Explains where a file belongs if its name or place breaks the rules.
 * @param {string} file path from the root, forward slashes
 * @returns {string | undefined} undefined for a valid place
 */
export function findPlaceProblem(file) {
  const found = PLACES.find(({ place }) => place.test(file));
  return found?.check(file.replace(found.place, ''));
}

/** @param {string} rest */
function checkServerFeature(rest) {
  const [feature = '', name, ...deeper] = rest.split('/');
  if (name === undefined || !FEATURES.includes(feature)) return ONE_NAME;
  if (deeper.length === 0 && serverFile(feature).test(name)) return undefined;
  return (
    `A server feature has ${feature}.{feature,procedures,service,data,rules,table,scopes,jobs,mails,http,copy,test}.ts, ${feature}.mail.tsx and ` +
    `${feature}.<topic>.{data,service,rules,table,content,csv,pdf,test}.ts, no folders: what acts is a service, what is pure are rules, queries are data, ` +
    'what several features need into core, what both sides need into packages/contract.'
  );
}

/** @param {string} rest */
function checkWebFeature(rest) {
  const [feature = '', name, ...deeper] = rest.split('/');
  if (name === undefined || !FEATURES.includes(feature)) return ONE_NAME;
  if (deeper.length === 0 && webFile(feature).test(name)) return undefined;
  return (
    `A web feature has ${feature}.queries.ts, ${feature}.<topic>.ts, kebab-case .tsx components, their .module.css and ` +
    'tests, no folders: what several features show goes into shared, the storage of the device into device, and what ' +
    'knows no coaching into ui or lib, pages into routes.'
  );
}

/** @param {string} rest */
function checkContract(rest) {
  const shared = new RegExp(`^(?:${CONTRACT_SHARED.join('|')})(?:\\.rules)?(?:\\.test)?\\.ts$`);
  const feature = rest.match(new RegExp(`^([a-z]+)/\\1(?:\\.${WORD})?(?:\\.rules)?(?:\\.test)?\\.ts$`))?.[1];
  if (shared.test(rest) || (feature && FEATURES.includes(feature))) return checkKebab(rest);
  return (
    'The contract has <feature>/<feature>.ts, <feature>/<feature>.<topic>.ts, their .rules.ts and tests, and ' +
    `${CONTRACT_SHARED.join('.ts, ')}.ts: put it into the folder of its feature.`
  );
}

/** @param {string} rest */
function checkSpec(rest) {
  const feature = rest.match(new RegExp(`^([a-z]+)(?:\\.${WORD})?\\.spec\\.ts$`))?.[1];
  if (feature && (FEATURES.includes(feature) || feature === 'app')) return undefined;
  return 'A spec is <feature>.spec.ts or <feature>.<topic>.spec.ts; app.<topic>.spec.ts when it crosses features.';
}

/** @param {string} rest */
function checkServerFolder(rest) {
  if (!/^(core|http|platform|commands)\//.test(rest)) {
    return 'The server has the folders http, features, core, platform and commands: product code goes into its feature.';
  }
  return checkKebab(rest);
}

/** @param {string} rest */
function checkFunction(rest) {
  if (rest === 'README.md' || /^[a-z]+(?:_[a-z]+)*\.sql$/.test(rest)) return undefined;
  return 'A function of the database is one file, <name of the function>.sql.';
}

/** @param {string} rest */
function checkWebFolder(rest) {
  if (/^routes\//.test(rest)) return undefined;
  if (!/^(app|shared|device|ui|lib)\//.test(rest)) {
    return 'The web app has the folders app, routes, features, shared, device, ui and lib: product code goes into its feature.';
  }
  return checkKebab(rest);
}

/** @param {string} rest */
function checkSiteFolder(rest) {
  if (/^pages\//.test(rest)) return undefined;
  if (!/^(layouts|islands|parts)\//.test(rest)) {
    return 'The site has the folders pages, layouts, islands and parts: what the app shows as well stays in apps/web.';
  }
  return checkKebab(rest);
}

/** @param {string} rest */
function checkKebab(rest) {
  if (/(^|\/)README\.md$/.test(rest)) return undefined;
  const wrong = rest.split('/').find((part) => !new RegExp(`^${WORD}(?:\\.${WORD})*$`).test(part));
  if (wrong) return `Names are kebab-case: ${wrong}`;
  const vague = rest.split('/').find((part) => /(^|\.)(utils?|helpers?|misc|common|index)(\.|$)/.test(part));
  return vague && `'${vague}' says nothing: name it after what it does.`;
}
