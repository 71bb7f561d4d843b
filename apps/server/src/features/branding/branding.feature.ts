import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { registerBranding } from './branding.http.ts';
import { brandingProcedures } from './branding.procedures.ts';
import { coachBrands } from './branding.table.ts';

export const branding = defineFeature({
  name: 'branding',
  exports: [
    exportOfTenant(coachBrands, {
      file: 'brand',
      about: 'Your brand: its draft, the version that your clients see, and whether it is suspended.',
      coach: { but: ['nameKey'] },
      client: 'The brand of a coach is for the coach alone.',
    }),
  ],
  procedures: { branding: brandingProcedures },
  http: registerBranding,
});
