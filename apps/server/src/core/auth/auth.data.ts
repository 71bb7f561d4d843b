import { users } from '../people/people.table.ts';
import { accounts, sessions, twoFactors, verifications } from './auth.table.ts';

/** The tables of the auth library under the names it uses. */
export const authSchema = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  twoFactor: twoFactors,
};
