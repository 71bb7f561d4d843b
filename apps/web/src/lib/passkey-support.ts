/** Whether the browser can create and use passkeys. Addresses of only numbers have none. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  /[a-z]/i.test(window.location.hostname);
