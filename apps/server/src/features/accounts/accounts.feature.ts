import { defineFeature } from '../../core/feature.ts';
import { accountsProcedures } from './accounts.procedures.ts';

export const accounts = defineFeature({
  name: 'accounts',
  procedures: { accounts: accountsProcedures },
});
