import { defineFeature } from '../../core/feature.ts';
import { moneyProcedures } from './money.procedures.ts';

export const money = defineFeature({
  name: 'money',
  procedures: { money: moneyProcedures },
});
