import { defineFeature } from '../../core/feature.ts';
import { programExports } from './programs.copy.ts';
import { programLine } from './programs.data.ts';
import { registerPrograms } from './programs.http.ts';
import { programsProcedures } from './programs.procedures.ts';
import { followsDraftedProgram, followsProgram } from './programs.schedule.service.ts';

export const programs = defineFeature({
  name: 'programs',
  exports: programExports,
  procedures: { programs: programsProcedures },
  http: registerPrograms,
  plans: { follows: followsProgram, followsDrafted: followsDraftedProgram },
  timeline: { 'program.assigned': programLine, 'program.changed': programLine, 'program.ended': programLine },
});
