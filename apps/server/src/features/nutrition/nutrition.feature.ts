import { defineFeature } from '../../core/feature.ts';

export const nutrition = defineFeature({ name: 'nutrition' });
