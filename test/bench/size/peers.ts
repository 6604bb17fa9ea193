/** Filled in below. */
export const comparePeers = null;
