import { defineFeature } from '../../core/feature.ts';

export const meals = defineFeature({ name: 'meals' });
