/** The bundled sample of the four European registers: invented notifications in each register's own format. */

export { sampleDealings } from './de.js';
export { sampleMar19 } from './nl.js';
export { sampleInsyn } from './se.js';
export { sampleNsm } from './uk.js';
