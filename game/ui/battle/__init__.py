"""The battle screen: everything round the board, and the flow of a battle on one machine; no part of the rules."""
