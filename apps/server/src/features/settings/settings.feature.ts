import { defineFeature } from '../../core/feature.ts';
import { settingsProcedures } from './settings.procedures.ts';

export const settings = defineFeature({
  name: 'settings',
  procedures: { settings: settingsProcedures },
});
