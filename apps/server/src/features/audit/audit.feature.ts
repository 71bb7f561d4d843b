import { defineFeature } from '../../core/feature.ts';

export const audit = defineFeature({ name: 'audit' });
