"""The battle screen: everything round the board, and the flow of a battle at one machine; no part of the rules."""
